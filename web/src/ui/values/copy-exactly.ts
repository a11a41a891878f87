import { MINUS } from './money.ts'

/**
 * Copies figures as the API writes them, so that a spreadsheet or a request accepts them: a figure
 * that is selected alone with all its digits, and every minus sign as a hyphen.
 */
export function copyExactly(event: ClipboardEvent): void {
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
  const elements = document.querySelectorAll<HTMLElement>('[data-exact]')
  const touched = [...elements].filter((element) => selection.containsNode(element, true))
  const [figure] = touched.filter(({ textContent }) => textContent.includes(selected))
  return touched.length === 1 ? figure?.dataset.exact : undefined
}
