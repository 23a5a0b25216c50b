//! The examples of the READMEs and of docs/, run from the top of the project as a reader would: a program of its own, whose current directory that is.

#[test]
fn examples_print_what_the_readmes_say() {
    std::env::set_current_dir("../..").expect("the crate lies two folders down");
    trycmd::TestCases::new().env("LC_ALL", "C").case("README.md").case("README.zh-CN.md").case("docs/*.md");
}
