import { useEffect } from 'react'
import { accentVariables } from '../../ui/theme/accent.ts'

/** Gives the page the accent of the company; on the root, because dialogs stand beside the page. */
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
