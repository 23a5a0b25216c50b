//! Calls of Windows for job objects, and for the cost of the current process. Neither the standard library nor a small
//! safe crate has functions for these calls.
#![allow(unsafe_code, reason = "the calls of the system are unsafe")]

use std::io;
use std::os::windows::io::{AsRawHandle as _, FromRawHandle as _, OwnedHandle};
use std::process::Child;
use std::ptr;
use std::time::Duration;

use windows_sys::Win32::Foundation::{FILETIME, HANDLE};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION,
    JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOBOBJECT_BASIC_ACCOUNTING_INFORMATION, JOBOBJECT_EXTENDED_LIMIT_INFORMATION,
    JOBOBJECTINFOCLASS, JobObjectBasicAccountingInformation, JobObjectExtendedLimitInformation,
    QueryInformationJobObject, SetInformationJobObject, TerminateJobObject,
};
use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, GetProcessTimes};

/// A job object, which is a group of processes. The processes that a member starts are members, too, and no member can
/// leave the group. Dropping the job kills its members. When the current process ends, the system drops the job.
#[derive(Debug)]
pub(crate) struct Job(OwnedHandle);

/// A kind of information about a job.
trait Information: Copy + Default {
    const CLASS: JOBOBJECTINFOCLASS;
}

impl Information for JOBOBJECT_BASIC_ACCOUNTING_INFORMATION {
    const CLASS: JOBOBJECTINFOCLASS = JobObjectBasicAccountingInformation;
}

impl Information for JOBOBJECT_EXTENDED_LIMIT_INFORMATION {
    const CLASS: JOBOBJECTINFOCLASS = JobObjectExtendedLimitInformation;
}

impl Job {
    /// Creates a job without members.
    pub(crate) fn new() -> io::Result<Self> {
        // Safety: both pointers may be null; the job then has no name, and no child process inherits it.
        let handle = unsafe { CreateJobObjectW(ptr::null(), ptr::null()) };
        if handle.is_null() {
            return Err(io::Error::last_os_error());
        }
        // Safety: the system has just created this handle, so it is valid, and nothing else closes it.
        let job = Self(unsafe { OwnedHandle::from_raw_handle(handle) });
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        // A program that crashes ends without a dialog that waits for the user.
        limits.BasicLimitInformation.LimitFlags =
            JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
        job.set(&limits)?;
        Ok(job)
    }

    /// Makes a child process a member. Processes that the child has started before do not become members.
    pub(crate) fn add(&self, child: &Child) -> io::Result<()> {
        // Safety: both handles are valid, because `self` and `child` own them.
        checked(unsafe { AssignProcessToJobObject(self.handle(), child.as_raw_handle()) })
    }

    /// Kills all members.
    pub(crate) fn kill(&self) -> io::Result<()> {
        // Safety: the handle is valid, because `self` owns it.
        checked(unsafe { TerminateJobObject(self.handle(), 1) })
    }

    /// Returns the processor time of all members, including the members that have ended.
    pub(crate) fn processor(&self) -> Option<Duration> {
        let spent: JOBOBJECT_BASIC_ACCOUNTING_INFORMATION = self.information().ok()?;
        Some(ticks(spent.TotalUserTime.cast_unsigned()) + ticks(spent.TotalKernelTime.cast_unsigned()))
    }

    /// Returns the largest number of bytes of memory that one member has reserved so far.
    pub(crate) fn peak(&self) -> Option<u64> {
        let limits: JOBOBJECT_EXTENDED_LIMIT_INFORMATION = self.information().ok()?;
        Some(limits.PeakProcessMemoryUsed as u64)
    }

    fn handle(&self) -> HANDLE {
        self.0.as_raw_handle()
    }

    fn set<T: Information>(&self, information: &T) -> io::Result<()> {
        let length = size_of::<T>() as u32;
        // Safety: the pointer points to `length` bytes of a value of the class's own type. The call only reads these
        // bytes.
        checked(unsafe { SetInformationJobObject(self.handle(), T::CLASS, ptr::from_ref(information).cast(), length) })
    }

    fn information<T: Information>(&self) -> io::Result<T> {
        let (mut found, length) = (T::default(), size_of::<T>() as u32);
        let to = ptr::from_mut(&mut found).cast();
        // Safety: the pointer leads to `length` bytes of a value of the class's own type. Its fields are numbers, so
        // all bytes that the call writes are valid. The last pointer may be null.
        checked(unsafe { QueryInformationJobObject(self.handle(), T::CLASS, to, length, ptr::null_mut()) })?;
        Ok(found)
    }
}

/// Returns the processor time of the current process.
pub(crate) fn own_processor() -> Option<Duration> {
    let [mut created, mut ended, mut kernel, mut user] = [FILETIME::default(); 4];
    // Safety: the handle of the current process is always valid, and the call writes only to the four places.
    let done = unsafe {
        GetProcessTimes(GetCurrentProcess(), &raw mut created, &raw mut ended, &raw mut kernel, &raw mut user)
    };
    let time = |time: FILETIME| ticks(u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime));
    checked(done).is_ok().then(|| time(kernel) + time(user))
}

/// Returns the largest number of bytes of memory that the current process has used so far.
pub(crate) fn own_peak() -> Option<u64> {
    let length = size_of::<PROCESS_MEMORY_COUNTERS>() as u32;
    let mut found = PROCESS_MEMORY_COUNTERS { cb: length, ..Default::default() };
    // Safety: the handle of the current process is always valid, and the pointer leads to `length` bytes of numbers.
    let done = unsafe { K32GetProcessMemoryInfo(GetCurrentProcess(), &raw mut found, length) };
    checked(done).is_ok().then_some(found.PeakWorkingSetSize as u64)
}

/// Converts the system's unit of time, 100 nanoseconds.
const fn ticks(ticks: u64) -> Duration {
    Duration::from_nanos(ticks.saturating_mul(100))
}

/// Returns the last error of this thread if a call has failed. A call that fails returns 0.
fn checked(done: i32) -> io::Result<()> {
    if done == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
