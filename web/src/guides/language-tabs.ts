import { element } from './element.ts'

/** The service's page reads it too, before it is shown. */
const CHOICE = 'piecework-language'
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Adds tabs to each example. A choice applies to all examples, and to later pages. */
export function addLanguageTabs(): void {
  for (const [index, example] of [...document.querySelectorAll<HTMLElement>('.example')].entries())
    example.prepend(tabsOf(example, index))
  showChoice()
}

function tabsOf(example: HTMLElement, index: number): HTMLElement {
  const panels = [...example.querySelectorAll<HTMLElement>('[data-language]')]
  const tabs = panels.map((panel) => {
    const { language = '' } = panel.dataset
    const [id, tabId] = [`example-${index}-${language}`, `tab-${index}-${language}`]
    const name = panel.querySelector('.language')?.textContent ?? language
    for (const [key, value] of Object.entries({ id, role: 'tabpanel', 'aria-labelledby': tabId }))
      panel.setAttribute(key, value)
    const attributes = { type: 'button', role: 'tab', id: tabId, 'aria-controls': id }
    const tab = element('button', { ...attributes, 'data-choice': language }, name)
    tab.addEventListener('click', () => choose(language, tab))
    return tab
  })
  const list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Language' }, ...tabs)
  list.addEventListener('keydown', (event) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    const at = tabs.findIndex((tab) => tab.matches(':focus'))
    const next = tabs[(at + step + tabs.length) % tabs.length]
    next?.focus()
    next?.click()
  })
  return list
}

/** Keeps the chosen tab where it is on the screen, although examples above it change their height. */
function choose(language: string, tab: HTMLElement): void {
  const before = tab.getBoundingClientRect().top
  document.documentElement.dataset.language = language
  try {
    localStorage.setItem(CHOICE, language)
  } catch {
    // Storage is blocked: the choice applies to this page alone.
  }
  showChoice()
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
}

function showChoice(): void {
  const chosen = document.documentElement.dataset.language
  for (const tab of document.querySelectorAll<HTMLElement>('[data-choice]')) {
    const isChosen = tab.dataset.choice === chosen
    tab.setAttribute('aria-selected', String(isChosen))
    tab.tabIndex = isChosen ? 0 : -1
  }
}
