; The installer for Windows, for the user alone: no administrator is asked. `cargo xtask dist` gives VERSION, SOURCE (a folder with the files) and
; OUTPUT. Unattended: castview-setup.exe /S [/D=FOLDER]; components that are off at first are chosen by hand.
; As the program, which no older Windows runs.
Target amd64-unicode
!include "MUI2.nsh"
!include "WinMessages.nsh"

Name "castview"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\castview"
InstallDirRegKey HKCU "Software\castview" "Folder"
RequestExecutionLevel user
SetCompressor /SOLID lzma
; Both programs are alike but for a byte, which is found only if one fits.
SetCompressorDictSize 64
; The same files give the same bytes.
SetDateSave off
ManifestDPIAware true
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\castview"
!define CLASSES "Software\Classes"

!define MUI_ICON "${SOURCE}\castview.ico"
!define MUI_UNICON "${SOURCE}\castview.ico"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_COMPONENTS
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; A class of our own for each ending, which Explorer then offers or takes. Another program's choice stays where the user has made one.
!macro Associate ENDING NAME
  WriteRegStr HKCU "${CLASSES}\castview${ENDING}" "" "${NAME}"
  WriteRegStr HKCU "${CLASSES}\castview${ENDING}\DefaultIcon" "" "$INSTDIR\castview-window.exe,0"
  WriteRegStr HKCU "${CLASSES}\castview${ENDING}\shell\open\command" "" '"$INSTDIR\castview-window.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\${ENDING}\OpenWithProgids" "castview${ENDING}" ""
  ReadRegStr $0 HKCU "${CLASSES}\${ENDING}" ""
  StrCmp $0 "" 0 +2
  WriteRegStr HKCU "${CLASSES}\${ENDING}" "" "castview${ENDING}"
!macroend

!macro Dissociate ENDING
  DeleteRegKey HKCU "${CLASSES}\castview${ENDING}"
  DeleteRegValue HKCU "${CLASSES}\${ENDING}\OpenWithProgids" "castview${ENDING}"
  ReadRegStr $0 HKCU "${CLASSES}\${ENDING}" ""
  StrCmp $0 "castview${ENDING}" 0 +2
  DeleteRegValue HKCU "${CLASSES}\${ENDING}" ""
  DeleteRegKey /ifempty HKCU "${CLASSES}\${ENDING}\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "${CLASSES}\${ENDING}"
!macroend

!macro TellExplorer
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

Section "castview" Program
  SectionIn RO
  SetOutPath "$INSTDIR"
  File "${SOURCE}\castview.exe"
  File "${SOURCE}\castview-window.exe"
  File "${SOURCE}\castview.ico"
  File "${SOURCE}\castview.ps1"
  File "${SOURCE}\README.md"
  File "${SOURCE}\LICENSES.txt"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "Software\castview" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "castview"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\castview-window.exe,0"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "Open .cast files" Cast
  !insertmacro Associate ".cast" "Cast model or animation"
  !insertmacro TellExplorer
SectionEnd

Section /o "Open .semodel and .seanim files" Se
  !insertmacro Associate ".semodel" "SEModel model"
  !insertmacro Associate ".seanim" "SEAnim animation"
  !insertmacro TellExplorer
SectionEnd

Section /o "Open .glb files" Glb
  !insertmacro Associate ".glb" "glTF model"
  !insertmacro TellExplorer
SectionEnd

Section "Start menu" Menu
  CreateShortcut "$SMPROGRAMS\castview.lnk" "$INSTDIR\castview-window.exe" "" "$INSTDIR\castview-window.exe" 0
SectionEnd

; By Windows' own means: a string of NSIS would cut a long PATH off.
Section /o "castview in PATH, for consoles" Path
  nsExec::Exec `powershell -NoProfile -Command "$$p = [Environment]::GetEnvironmentVariable('Path','User'); if (($$p -split ';') -notcontains '$INSTDIR') { [Environment]::SetEnvironmentVariable('Path', (@($$p -split ';' | Where-Object { $$_ }) + '$INSTDIR') -join ';', 'User') }"`
  Pop $0
  WriteRegDWORD HKCU "Software\castview" "Path" 1
SectionEnd

Section "un.castview"
  SectionIn RO
  ReadRegDWORD $1 HKCU "Software\castview" "Path"
  StrCmp $1 "1" 0 no_path
  nsExec::Exec `powershell -NoProfile -Command "$$p = [Environment]::GetEnvironmentVariable('Path','User'); [Environment]::SetEnvironmentVariable('Path', (($$p -split ';' | Where-Object { $$_ -and $$_ -ne '$INSTDIR' }) -join ';'), 'User')"`
  Pop $0
no_path:
  !insertmacro Dissociate ".cast"
  !insertmacro Dissociate ".semodel"
  !insertmacro Dissociate ".seanim"
  !insertmacro Dissociate ".glb"
  !insertmacro TellExplorer
  Delete "$SMPROGRAMS\castview.lnk"
  Delete "$INSTDIR\castview.exe"
  Delete "$INSTDIR\castview-window.exe"
  Delete "$INSTDIR\castview.ico"
  Delete "$INSTDIR\castview.ps1"
  Delete "$INSTDIR\README.md"
  Delete "$INSTDIR\LICENSES.txt"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\castview"
  ; Caches and reports of the program's own, by the names of the crate `directories`.
  RMDir /r "$LOCALAPPDATA\castview\cache"
  RMDir /r "$LOCALAPPDATA\castview\data"
  RMDir "$LOCALAPPDATA\castview"
SectionEnd

; Whoever installs a newer one finds them again.
Section /o "un.Settings and recent files"
  RMDir /r "$APPDATA\castview\config"
  RMDir "$APPDATA\castview"
SectionEnd
