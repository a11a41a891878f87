import { CommandPalette } from './command-palette.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'

/** What opens at the press of a key, on every page. */
export default function KeyboardTools() {
  return (
    <>
      <CommandPalette />
      <KeyboardHelp />
    </>
  )
}
