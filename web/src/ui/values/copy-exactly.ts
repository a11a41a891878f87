import { MINUS } from './money.ts'

/** The user's own text is copied unchanged. */
const FIELDS = 'input, textarea, [contenteditable]'

/**
 * Copies figures as the API writes them, so that a spreadsheet or a request accepts them: a figure
 * that is selected alone with all its digits, and every minus sign as a hyphen.
 */
export function copyExactly(event: ClipboardEvent): void {
  const { target } = event
  if (target instanceof Element && target.closest(FIELDS)) return
  const selection = getSelection()
  const selected = selection?.toString().trim() ?? ''
  if (selection === null || selected === '') return
  const text = exactFigure(selection, selected) ?? selected.replaceAll(MINUS, '-')
  if (text === selected) return
  event.clipboardData?.setData('text/plain', text)
  event.preventDefault()
}

/** Returns the exact figure if the selection is in one of the elements that have it. */
function exactFigure(selection: Selection, selected: string): string | undefined {
  const figures = document.querySelectorAll<HTMLElement>('[data-exact]')
  const [figure, ...others] = [...figures].filter(
    (one) => one.textContent.includes(selected) && selection.containsNode(one, true),
  )
  return others.length === 0 ? figure?.dataset.exact : undefined
}
