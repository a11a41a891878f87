import { useEffect, useEffectEvent, useState } from 'react'

/** Steps to the neighbours of the open row; undefined at either end. */
export type Steps = { next: (() => void) | undefined; previous: (() => void) | undefined }
type List<Row> = {
  /** The list of the previous page while the requested one is loading. */
  list: { results: readonly Row[]; page: number; totalPages: number } | undefined
  keyOf: (row: Row) => string
  /** Key of the open row. */
  open: string | undefined
  onOpen: (key: string) => void
  onPage: (page: number) => void
}

/** Steps from an open row to its neighbours in the list, across page boundaries. */
export function useNeighbours<Row>({ list, keyOf, open, onOpen, onPage }: List<Row>): Steps {
  const [wanted, setWanted] = useState<{ page: number; end: 'first' | 'last' }>()
  const { results = [], page = 1, totalPages = 1 } = list ?? {}
  const isThere = wanted !== undefined && wanted.page === list?.page
  const openWanted = useEffectEvent(() => {
    const row = wanted?.end === 'first' ? results[0] : results.at(-1)
    setWanted(undefined)
    if (row && open !== undefined) onOpen(keyOf(row))
  })
  useEffect(() => {
    if (isThere) openWanted()
  }, [isThere])
  const turn = (toPage: number, end: 'first' | 'last') => () => {
    setWanted({ page: toPage, end })
    onPage(toPage)
  }
  const index = results.findIndex((row) => keyOf(row) === open)
  const to = (at: number) => {
    const row = results[at]
    return row && (() => onOpen(keyOf(row)))
  }
  // A row outside the list, such as one opened by a link, steps to the first row.
  if (index === -1) return { next: to(0), previous: undefined }
  return {
    next: to(index + 1) ?? (page < totalPages ? turn(page + 1, 'first') : undefined),
    previous: index > 0 ? to(index - 1) : page > 1 ? turn(page - 1, 'last') : undefined,
  }
}

/** A list without other pages, such as a live one. */
export const onePage = <List extends { page: number }>(list: List | undefined) =>
  list && { ...list, totalPages: list.page }
