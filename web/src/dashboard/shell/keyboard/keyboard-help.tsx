import { Kbd } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useSingleKeys } from '../../../ui/keyboard/use-single-keys.ts'
import { Facts } from '../../../ui/layout/facts.tsx'

const KEYS = [
  ['Ctrl K', 'Find pages and actions'],
  ['/', 'Search in the list'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close'],
  ['?', 'Show this list'],
] as const

/** Lists the keyboard shortcuts, and binds the two that apply to the whole page. */
export function KeyboardHelp() {
  const [isOpen, help] = useDisclosure()
  useSingleKeys({
    '?': help.open,
    '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
  })
  return (
    <Dialog title="Keyboard" isOpen={isOpen} onClose={help.close} size={360}>
      <Facts facts={KEYS.map(([key, what]) => [what, <Kbd key={key}>{key}</Kbd>])} />
    </Dialog>
  )
}
