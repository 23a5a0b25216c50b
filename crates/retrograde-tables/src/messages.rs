//! The messages of this crate.

use retrograde::messages;
use retrograde::rules::message::{Message, SystemError};

messages! {
    /// An error about a table or its files.
    pub(crate) enum Wrong {
        Foreign { file: String }: "{file} is no table of retrograde", "{file} 不是 retrograde 的表";
        Newer { file: String, version: u32, known: u32 }:
            "{file} is a table of version {version}, and this program reads version {known}",
            "{file} 是第 {version} 版的表，而本程序只读第 {known} 版";
        Short { file: String, needed: u64, found: u64 }:
            "{file} ends too soon, with {found} bytes instead of {needed}", "{file} 不完整：应有 {needed} 字节，实际 {found} 字节";
        Long { file: String, needed: u64, found: u64 }:
            "{file} has {found} bytes, but its header states {needed}", "{file} 有 {found} 字节，按它的头部应为 {needed} 字节";
        Head { file: String, at: u64 }: "the header of {file} is damaged at byte {at}", "{file} 的头部在第 {at} 字节处已损坏";
        Index { file: String, part: u32 }: "the index of part {part} in {file} is damaged", "{file} 中第 {part} 部分的索引已损坏";
        Block { file: String, at: u64, slot: u64 }:
            "{file} is damaged at byte {at}: the values from slot {slot} on cannot be read", "{file} 在第 {at} 字节处已损坏：从编号 {slot} 起的值无法读取";
        Column { file: String, part: u32 }:
            "the values of part {part} in {file} have changed since they were written", "{file} 中第 {part} 部分的值与写入时不同";
        Whole { file: String }: "{file} has changed since it was written, because the last 32 bytes of the file do not match the rest", "{file} 与写入时不同：最后 32 字节与其余内容不符";
        Apart { file: String, other: String }: "{file} and {other} are parts of different tables", "{file} 和 {other} 属于不同的表";
        Missing { file: String, slot: u64 }:
            "no file contains slot {slot}: in the folder of {file}, another part of the table is missing",
            "没有包含编号 {slot} 的文件：{file} 的目录中缺少这张表的另一部分";
        Away { file: String, parts: String }:
            "{file} is only one part of the table, and other parts were written elsewhere: {parts}", "{file} 只是表的一部分，其余部分写在别处：{parts}";
        Twice { file: String, other: String }: "{file} and {other} contain the same part of the table", "{file} 和 {other} 是同一部分";
        OtherRules { file: String, game: String, slot: u64 }:
            "{file} was made by other rules of {game}: they differ at slot {slot}", "{file} 由另一套 {game} 规则生成：在编号 {slot} 处不同";
        OtherVersion { file: String, game: String, version: u32, known: u32 }:
            "{file} was made by version {version} of the rules of {game}, and this program has version {known}",
            "{file} 由第 {version} 版 {game} 规则生成，而本程序是第 {known} 版";
        OtherInstance { file: String, pos: String }: "{file} is a table of another board, that of {pos}", "{file} 是另一个棋盘（{pos}）的表";
        OtherNumbering { file: String, game: String, slots: u64, expected: u64 }:
            "{file} was made by another numbering of {game} (it has {slots} slots, expected {expected}); solve the board again", "{file} 由另一种 {game} 编号生成（有 {slots} 个编号，应为 {expected}）；请重新求解";
        NoBoard { file: String, pos: String }:
            "{file} names no board that this program knows: {pos}", "本程序无法识别 {file} 所写的棋盘：{pos}";
        Checkpoint { file: String, at: u64 }: "the checkpoint {file} is damaged before byte {at}", "检查点 {file} 在第 {at} 字节之前已损坏";
        NoDepths { file: String }: "{file} keeps no depths, so its values cannot be verified", "{file} 不含步数，因此无法验证其中的值";
        Filler { file: String, slot: u64 }:
            "the rules imply the value of slot {slot}, but {file} stores another value there", "按规则可得编号 {slot} 的值，{file} 在那里却存放了另一个值";
        Unheld { file: String }: "{file} lists a value that no slot of the table has", "{file} 列出了表中没有任何编号用到的值";
        Claim { file: String, field: String }:
            "the header of {file} is wrong: its field `{field}` does not agree with the table's values and the rules", "{file} 的头部有误：字段 `{field}` 与表中的值和规则不符";
        Expansion { pos: String }:
            "the game's fast expansion differs from the game's rules at {pos}, so it cannot verify a table", "游戏的快速展开与规则不符（在 {pos} 处），不能用来核对表";
        Reading { file: String, error: SystemError }: "cannot read {file}: {error}", "无法读取 {file}：{error}";
        Writing { file: String, error: SystemError }: "cannot write {file}: {error}", "无法写入 {file}：{error}";
        NoFolder { file: String }: "cannot write {file}: there is a file where a folder is needed", "无法写入 {file}：应为文件夹的地方是一个文件";
        NoObject { file: String }: "the store has no object {file}, or its bucket does not exist", "存储中没有 {file}，或没有它的桶";
        Denied { file: String }: "the store denies access to {file}", "存储拒绝访问 {file}";
        Lost { file: String }:
            "this process was suspended for so long that another one has taken its lock {file}", "本进程停顿太久，它的锁 {file} 已被另一个进程取得";
        Locked { file: String }: "another program is making this table and holds the lock {file}", "另一个程序正在生成这张表：它占用着锁 {file}";
        TooDeep { file: String }: "the values of {file} have too many different depths for the header of a table", "{file} 的值有太多不同的步数，表的头部容纳不下";
        OtherTable { process: usize, theirs: String, own: String }:
            "process {process} has opened another table, of hash {theirs}; the hash of this process's table is {own}", "进程 {process} 打开的是另一张表，哈希为 {theirs}，而这里是 {own}";
        NoMemory { file: String, bytes: u64 }: "{file} needs {bytes} bytes of memory, which the system does not provide", "{file} 需要 {bytes} 字节内存，系统无法提供";
    }
}

messages! {
    /// An error about a URL.
    pub(crate) enum BadUrl {
        Without { url: String }:
            "this program was built without S3: {url} needs one built with `cargo install --path crates/retrograde-cli --features s3`",
            "本程序构建时没有包含 S3：{url} 需要用 `cargo install --path crates/retrograde-cli --features s3` 构建的程序";
        NoBucket { url: String }: "{url} names no bucket; expected a URL such as s3://bucket/tables", "{url} 没有写出桶名，应如 s3://bucket/tables";
        NoKey { url: String }:
            "{url} has an invalid name between two slashes: the name is empty, `.` or `..`, or contains a backslash",
            "{url} 的斜杠之间有一段不是名字：空、`.`、`..`，或含有反斜杠";
        Scheme { url: String }: "{url} is neither a folder nor a URL of file:// or s3://", "{url} 既不是目录，也不是 file:// 或 s3:// 网址";
        NotHere { url: String }:
            "{url} is no path of this machine; expected a URL such as file:///var/tables", "{url} 不是本机的路径，应如 file:///var/tables";
    }
}

messages! {
    /// Notes and errors about checkpoints.
    pub(crate) enum Note {
        Seeding { file: String, done: u64, slots: u64 }:
            "the solve goes on from {file}, with initial values in {done} of {slots} slots", "从 {file} 继续：{slots} 个编号中已有 {done} 个设好初值";
        Sweeping { file: String, depth: u32 }: "the solve goes on from {file}, at depth {depth}", "从 {file} 继续：深度 {depth}";
        Before { why: Message }: "{why}; the solve uses the previous checkpoint", "{why}；改用前一个检查点";
        Anew { why: Message }: "{why}; the solve begins anew", "{why}；求解从头开始";
        Other { file: String }:
            "{file} is a checkpoint of other rules, or of another version of this program", "{file} 是另一套规则或另一版本程序的检查点";
        NotKept { why: Message }:
            "{why}; the solve goes on, and tries to write a checkpoint again later; if it is stopped before that, the work since the last checkpoint is lost",
            "{why}；求解继续，并会再次尝试写检查点；在写成之前中断，会丢失上一个检查点之后的结果";
        Watching { file: String }:
            "the lock {file} exists: the solve waits up to ten seconds to see whether another process is still making this table",
            "锁 {file} 已存在：最多等十秒，看是否还有进程在生成这张表";
        Last: "the solve stops after a last checkpoint", "正在停止：写最后一个检查点";
        Nothing: "there is no checkpoint", "没有保存过检查点";
        NoneThere { folder: String }:
            "{folder} has no checkpoint from which the solve could go on; without --resume the solve begins anew",
            "{folder} 中没有可以继续的检查点；不加 --resume 则从头开始求解";
        Missing { parts: String }:
            "no process finds these parts of a checkpoint: {parts}; put them into the folder of --checkpoints, or start a process on each host that stored one of them, or start from the beginning with --no-tables",
            "没有进程找到检查点的这些部分：{parts}；请把它们放进 --checkpoints 的文件夹，或在保存了这些部分的每台主机上各启动一个进程，或用 --no-tables 从头开始";
        LedElsewhere { first: String }:
            "parts of checkpoints exist, but no process finds the first part of a checkpoint, {first} or a newer one: put this file into the folder of --checkpoints, or start a process on the host that was first in the stopped solve, or start from the beginning with --no-tables",
            "这里有检查点的部分，但没有进程找到检查点的第一部分 {first} 或更新的一个：请把它放进 --checkpoints 的文件夹，或在原来的第一台主机上启动一个进程，或用 --no-tables 从头开始";
        Apart { file: String }: "the content of {file} belongs to another checkpoint than the file's name states", "{file} 属于另一个检查点，与文件名不符";
        ByOther { host: String }: "{host} could not write its part of a checkpoint; the output of {host} has the reason", "{host} 未能写出它那部分检查点，原因见它的输出";
        Strange: "another process, which runs another build of this program, sent invalid data", "另一个进程发来了无法理解的内容：它的版本不同";
    }
}

messages! {
    /// A hint that says how to resolve an error.
    pub(crate) enum Hint {
        MakeAnew { name: String, folder: String }:
            "`retrograde tables remove {name} --tables {folder}` removes the table, so that the board is solved again",
            "用 `retrograde tables remove {name} --tables {folder}` 删除这张表，之后会重新求解";
        CheckOnly { name: String }:
            "`retrograde tables check {name}` checks whether the table has changed since it was written", "`retrograde tables check {name}` 可以检查它是否与写入时相同";
        Update: "use a newer version of this program", "请使用更新版本的本程序";
        OneTable: "give the files of one table only", "请只给出一张表的文件";
        OtherFolder: "choose another folder with -o", "请用 -o 选择另一个文件夹";
        OtherPart: "put all parts of the table into one folder", "请把这张表的所有部分放进同一个文件夹";
        Space: "free some space, or choose another folder with -o", "请腾出空间，或用 -o 选择另一个文件夹";
        Store:
            "check that the store can be reached: AWS_REGION is its location, or AWS_ENDPOINT if it is not Amazon's; AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are the credentials",
            "请检查能否连上存储：AWS_REGION 说明它在哪里，不是 Amazon 的用 AWS_ENDPOINT；AWS_ACCESS_KEY_ID 和 AWS_SECRET_ACCESS_KEY 说明访问者";
        Keys:
            "check that AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are set, and that this key may read and write in the bucket", "请检查 AWS_ACCESS_KEY_ID 和 AWS_SECRET_ACCESS_KEY 是否已设置，并有读写权限";
        Bucket:
            "create the bucket if it does not exist; `retrograde tables --tables s3://BUCKET/FOLDER` lists the tables in it",
            "没有桶时请先创建；`retrograde tables --tables s3://BUCKET/FOLDER` 列出其中的表";
        SameTable: "give all processes the same table: the same files, or copies of these files", "请给各进程同一张表：同样的文件或它们的副本";
        Wait: "wait until the other program has ended, or choose another folder with -o", "请等它结束，或用 -o 选择另一个文件夹";
    }
}
