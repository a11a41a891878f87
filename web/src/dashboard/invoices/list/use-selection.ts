import { useState } from 'react'

/** Which of the rows that are shown are selected. What is no longer shown is not selected either. */
export function useSelection(shown: readonly { id: string }[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = new Set(shown.filter(({ id }) => chosen.has(id)).map(({ id }) => id))
  const toggle = (id: string) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  return {
    ids: ids as ReadonlySet<string>,
    toggle,
    selectAll: () => setChosen(new Set(shown.map(({ id }) => id))),
    clear: () => setChosen(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>
