import { element } from './element.ts'

const DONE_MS = 2_000

/** Adds a button to each code block that copies its text. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const code = block.querySelector('code')
    if (code) block.append(copyButton(code))
  }
}

function copyButton(code: HTMLElement): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'copy', 'aria-live': 'polite' }, 'Copy')
  button.addEventListener('click', async () => {
    button.textContent = (await copy(code)) ? 'Copied' : 'Press Ctrl C'
    button.dataset.done = ''
    setTimeout(() => {
      button.textContent = 'Copy'
      delete button.dataset.done
    }, DONE_MS)
  })
  return button
}

/** Returns false if the browser does not allow it; the text is selected then. */
async function copy(code: HTMLElement): Promise<boolean> {
  try {
    // Without https, other machines than this one have no clipboard.
    await navigator.clipboard.writeText((code.textContent ?? '').trimEnd())
    return true
  } catch {
    getSelection()?.selectAllChildren(code)
    return false
  }
}
