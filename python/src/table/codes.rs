//! The codes of a table as a Python buffer.

// Safety: see `__getbuffer__`, the only unsafe function here.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::Arc;

use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use retrograde::table::Codes as Columns;
use retrograde_service::loaded::LoadedTable;

/// The codes of all slots, as `uint8`, `uint16` or `uint32`. The object is a read-only buffer on the table's own
/// memory. This memory exists as long as the buffer is in use.
#[pyclass(frozen, module = "retrograde._retrograde")]
pub struct Codes {
    table: Arc<LoadedTable>,
    /// The number of codes.
    shape: [ffi::Py_ssize_t; 1],
    /// The number of bytes of each code.
    strides: [ffi::Py_ssize_t; 1],
}

impl Codes {
    /// The codes of a table in memory; `None` if the table is read from files.
    pub(crate) fn of(table: &Arc<LoadedTable>) -> Option<Self> {
        let (_, length, width) = memory(table)?;
        Some(Self { table: table.clone(), shape: [length.cast_signed()], strides: [width.cast_signed()] })
    }
}

/// The address of the first code, the number of codes, and the bytes of a code.
fn memory(table: &LoadedTable) -> Option<(*const c_void, usize, usize)> {
    Some(match table.table_values().in_memory()?.codes() {
        Columns::One(codes) => (codes.as_ptr().cast(), codes.len(), 1),
        Columns::Two(codes) => (codes.as_ptr().cast(), codes.len(), 2),
        Columns::Four(codes) => (codes.as_ptr().cast(), codes.len(), 4),
    })
}

#[pymethods]
impl Codes {
    fn __len__(&self) -> usize {
        self.shape[0].cast_unsigned()
    }

    /// Fills `view`, as the buffer protocol requires.
    ///
    /// # Safety
    /// The interpreter passes a pointer to a `Py_buffer` that it owns.
    // Safety: the buffer's memory is that of the table's codes. It does not move or change while the table is alive,
    // because `LoadedTable` gives only shared access to the table. The view owns a reference to this object, which owns a
    // reference to the table. The shape and the strides are fields of this object, which is frozen and does not move.
    unsafe fn __getbuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("no view"));
        }
        if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
            return Err(PyBufferError::new_err("the codes of a table are read-only"));
        }
        let codes = slf.get();
        let Some((address, length, width)) = memory(&codes.table) else {
            return Err(PyBufferError::new_err("the table is not in memory"));
        };
        let format = match width {
            1 => c"B",
            2 => c"H",
            _ => c"I",
        };
        let wants = |flag| flags & flag == flag;
        // Safety: `view` is not null, and the interpreter owns it; see above for the memory.
        unsafe {
            (*view).buf = address.cast_mut();
            (*view).len = (length * width).cast_signed();
            (*view).readonly = 1;
            (*view).itemsize = width.cast_signed();
            (*view).format = if wants(ffi::PyBUF_FORMAT) { format.as_ptr().cast_mut() } else { ptr::null_mut() };
            (*view).ndim = 1;
            (*view).shape = if wants(ffi::PyBUF_ND) { codes.shape.as_ptr().cast_mut() } else { ptr::null_mut() };
            (*view).strides =
                if wants(ffi::PyBUF_STRIDES) { codes.strides.as_ptr().cast_mut() } else { ptr::null_mut() };
            (*view).suboffsets = ptr::null_mut();
            (*view).internal = ptr::null_mut();
            (*view).obj = slf.into_any().into_ptr();
        }
        Ok(())
    }
}
