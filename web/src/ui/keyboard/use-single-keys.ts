import { useEffect, useEffectEvent } from 'react'
import { usePreference } from '../preferences/preferences.ts'

const FIELDS = 'input, textarea, select, [contenteditable="true"], [role="combobox"]'

/**
 * Binds actions to single keys. They are off while the user types, while a dialog is open, with a
 * modifier key, or if the user disabled them.
 */
export function useSingleKeys(actions: Readonly<Record<string, () => void>>): void {
  const isOn = usePreference('singleKeys') === 'on'
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[event.key]
    if (action === undefined || isTaken(event)) return
    // On a button or a link, Enter keeps its own meaning.
    const isOwn = event.key === 'Enter' && !(event.target as HTMLElement).matches('[data-row]')
    if (isOwn) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    if (!isOn) return
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isOn])
}

function isTaken({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return true
  if (target instanceof Element && target.closest(FIELDS)) return true
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null
}
