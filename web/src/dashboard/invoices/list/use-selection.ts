import { useState } from 'react'

/** Returns the selected rows among those shown. A row that is no longer shown is deselected. */
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
