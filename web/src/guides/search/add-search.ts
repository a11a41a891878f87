import { isTyping } from './is-typing.ts'
import { loadIndex } from './load-index.ts'
import { createSearchDialog } from './search-dialog.ts'

/** Adds the search dialog, which buttons, `/` and Ctrl K or Cmd K open. */
export function addSearch(): void {
  const dialog = createSearchDialog(loadIndex)
  document.body.append(dialog.element)
  for (const button of document.querySelectorAll('.find'))
    button.addEventListener('click', dialog.open)
  document.addEventListener('keydown', (event) => {
    const isPalette = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)
    if (!isPalette && !isSlash) return
    event.preventDefault()
    dialog.open()
  })
}
