import type { RefObject } from 'react'
import { useSingleKeys } from './use-single-keys.ts'

const NO_KEYS = {}

/**
 * Moves through the rows of a list with `j` and `k`; Enter opens the row's link. Off while a row is
 * open next to the list: there the keys move between open rows.
 */
export function useRowKeys(body: RefObject<HTMLElement | null>, isOff: boolean): void {
  const rows = () => [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const move = (step: 1 | -1) => {
    const all = rows()
    const current = all.findIndex((row) => row.contains(document.activeElement))
    const next = current === -1 ? 0 : Math.min(all.length - 1, Math.max(0, current + step))
    all[next]?.focus()
  }
  const open = () => {
    const row = rows().find((candidate) => candidate === document.activeElement)
    row?.querySelector('a')?.click()
  }
  useSingleKeys(isOff ? NO_KEYS : { j: () => move(1), k: () => move(-1), Enter: open })
}
