//! Actions of the browser.

/// Folders, and opening files from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrowserAction {
    ChooseFolder,
    /// Lists the folder at that location.
    OpenFolder(String),
    /// Lists the folder again, as files may have come and gone.
    Refresh,
    /// Also the folders below, or not.
    ToggleDeep,
    /// Lists the files with these words in their names or in those of their folders.
    Search(String),
    /// Opens a file of the list in place of what is there.
    Open(String),
    /// The next or the previous file of the folder that the open file lies in.
    Step {
        forward: bool,
    },
    /// Opens what was open when the program ended the last time.
    Restore,
    /// In the built-in file dialog.
    Dialog(DialogAction),
    /// Megabytes that the next and the previous file may take while they wait.
    SetPrefetch(u32),
    ForgetRecent,
    /// Takes one location out of the files opened lately.
    ForgetOne(String),
    /// Takes all out of them that are not there any more.
    ForgetGone,
    /// Opens the file that was hung last on the selected model, else on any model, and hangs it on the same bone.
    HangAgain,
}

/// Actions of the built-in file dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialogAction {
    /// Shows the folder at that location; an empty one means the user's own.
    Enter(String),
    /// Shows what was typed: a folder, or the folder of a file, which is opened if files are.
    GoTo(String),
    /// Opens that file.
    Open(String),
    /// Chooses that file beside others, or no more.
    Choose(String),
    /// Opens what is chosen.
    OpenChosen,
    /// Browses the folder that is shown.
    OpenFolder,
    /// Saves the picture in the folder that is shown, under that name.
    Save(String),
}
