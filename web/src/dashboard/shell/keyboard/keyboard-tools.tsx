import { CommandPalette } from './command-palette.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'

/** Tools that open by a key press on every page. */
export default function KeyboardTools() {
  return (
    <>
      <CommandPalette />
      <KeyboardHelp />
    </>
  )
}
