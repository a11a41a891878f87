import { useEffect, useMemo } from 'react'
import { focusTitle } from '../keyboard/focus-title.ts'

/**
 * Returns the focus to the element that opened a dialog, also when the dialog is removed instead of
 * closed. If that element cannot have it any more, the title of the page gets it.
 */
export function useFocusReturn(isOpen: boolean): void {
  // Read while rendering, because a field of the dialog takes the focus before effects run.
  const opener = useMemo(() => (isOpen ? openerNow() : null), [isOpen])
  useEffect(() => {
    if (!isOpen) return
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      if (document.activeElement !== opener || opener === document.body) focusTitle()
    }
  }, [isOpen, opener])
}

/** Returns the focused element; in a menu, which closes, the button of the menu. */
function openerNow(): Element | null {
  const { activeElement } = document
  const button = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : activeElement
}
