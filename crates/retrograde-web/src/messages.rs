//! The messages of the server about addresses and connections, in English and Chinese.

use retrograde::messages;
use retrograde::rules::message::SystemError;

messages! {
    /// Errors in a request.
    pub(crate) enum Wrong {
        ForeignHost { host: String }:
            "the request is for the host `{host}`, which is not this server", "请求的主机是 `{host}`，不是本服务器";
        NoHost: "the request names no host", "请求没有写明主机";
        TwoHosts: "the request names more than one host", "请求写明了不止一个主机";
        ForeignOrigin: "pages of other origins may not send requests to this server", "其他来源的网页不能向本服务器提问";
    }
}

messages! {
    /// The reason why the server does not answer a request, or why it cannot start.
    pub(crate) enum Refused {
        TooSlow { seconds: String }: "the server found no answer within {seconds} s", "{seconds} 秒内没有得出答案";
        NoStart { error: SystemError }: "cannot start: {error}", "无法启动：{error}";
        PortTaken { port: u16 }: "port {port} is taken", "端口 {port} 已被占用";
        NoListening { address: String, error: SystemError }: "cannot listen on {address}: {error}", "无法监听 {address}：{error}";
    }
}

messages! {
    /// A hint that says how to avoid a failure.
    pub(crate) enum Hint {
        OurAddress: "use the address that the server printed at its start", "请使用服务器启动时显示的地址";
        NoLimit:
            "POST /api/v1/solve has no time limit; or send the request again when the server has less work",
            "POST /api/v1/solve 没有这个时限；或等服务器空闲时再问";
        FreePort:
            "--port 0 chooses a free port; or stop the program that uses the port, which may be your own `retrograde serve`",
            "--port 0 会选一个空闲端口；或停止另一个程序，它也许是你自己的 `retrograde serve`";
        Address: "--port must be a number above 1023, and --bind an address of this machine", "--port 应大于 1023，--bind 应为本机的地址";
    }
}
