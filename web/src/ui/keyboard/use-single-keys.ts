import { useEffect, useEffectEvent } from 'react'
import { usePreference } from '../preferences/preferences.ts'

const FIELDS = 'input, textarea, select, [contenteditable="true"], [role="combobox"]'

/**
 * What single keys do. They do nothing while somebody types, while a dialog is open, together with
 * another key, or when they are switched off.
 */
export function useSingleKeys(actions: Readonly<Record<string, () => void>>): void {
  const isOn = usePreference('singleKeys') === 'on'
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[event.key]
    if (action === undefined || isTaken(event)) return
    // On a button or a link, Enter is its own.
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
