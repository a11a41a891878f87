import { useEffect } from 'react'
import { accentVariables } from '../../ui/theme/accent.ts'

/**
 * Applies the company's accent to the root element, because dialogs are outside the page element.
 */
export function useAccent(color: string | null): void {
  useEffect(() => {
    const { style } = document.documentElement
    const variables = Object.entries(accentVariables(color))
    for (const [name, value] of variables) style.setProperty(name, value)
    return () => {
      for (const [name] of variables) style.removeProperty(name)
    }
  }, [color])
}
