import { useEffect, useEffectEvent, useState } from 'react'
import type { UsageEventList } from '../../api/api-types.ts'

type Steps = { next: (() => void) | undefined; previous: (() => void) | undefined }
type List = {
  /** The list of the previous page while the requested one is loading. */
  list: UsageEventList | undefined
  eventId: string | undefined
  onOpen: (eventId: string) => void
  onPage: (page: number) => void
}

/** Steps from an open event to its neighbours in the list, across page boundaries. */
export function useNeighbours({ list, eventId, onOpen, onPage }: List): Steps {
  const [wanted, setWanted] = useState<{ page: number; end: 'first' | 'last' }>()
  const { results = [], page = 1, totalPages = 1 } = list ?? {}
  const isThere = wanted !== undefined && wanted.page === list?.page
  const openWanted = useEffectEvent(() => {
    const event = wanted?.end === 'first' ? results[0] : results.at(-1)
    setWanted(undefined)
    if (event && eventId !== undefined) onOpen(event.id)
  })
  useEffect(() => {
    if (isThere) openWanted()
  }, [isThere])
  const turn = (to: number, end: 'first' | 'last') => () => {
    setWanted({ page: to, end })
    onPage(to)
  }
  const index = results.findIndex(({ id }) => id === eventId)
  const open = (at: number) => {
    const event = results[at]
    return event && (() => onOpen(event.id))
  }
  // An event outside the list, such as one opened by a link, steps to the first row.
  if (index === -1) return { next: open(0), previous: undefined }
  return {
    next: open(index + 1) ?? (page < totalPages ? turn(page + 1, 'first') : undefined),
    previous: index > 0 ? open(index - 1) : page > 1 ? turn(page - 1, 'last') : undefined,
  }
}
