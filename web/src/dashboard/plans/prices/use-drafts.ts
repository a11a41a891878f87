import { useState } from 'react'
import type { PricingStrategy } from '../../../api/api-types.ts'
import { type Draft, draftOf, isChanged, isUsage, newDraft, problemsOf } from './draft.ts'
import type { ServerProblems } from './server-problems.ts'

const NOTHING: ServerProblems = new Map()

/** State of a plan's prices in the editor: the typed values and the last saved ones. */
export function useDrafts(initial: readonly Draft[], beginning: readonly Draft[]) {
  const [saved, setSaved] = useState(initial)
  const [drafts, setDrafts] = useState<readonly Draft[]>([...initial, ...beginning])
  const [selectedKey, setSelected] = useState(
    firstOf(beginning.length > 0 ? beginning : drafts)?.key,
  )
  /** True after an attempt to save, which also reports missing values. */
  const [isAll, setAll] = useState(false)
  const [refused, setRefused] = useState(NOTHING)
  const savedOf = (key: string) => saved.find((one) => one.key === key)
  const changed = drafts.filter((draft) => isChanged(draft, savedOf(draft.key)))
  return {
    drafts,
    savedOf,
    changed,
    selected: drafts.find(({ key }) => key === selectedKey) ?? firstOf(drafts),
    select: setSelected,
    problemsOf: (draft: Draft) => ({
      ...refused.get(draft.key),
      ...problemsOf(draft, { isAll }),
    }),
    /** Shows all problems. Selects and returns the first price with a problem, or undefined. */
    check: () => {
      setAll(true)
      const first = drafts.find(
        (draft) => Object.keys(problemsOf(draft, { isAll: true })).length > 0,
      )
      if (first !== undefined) setSelected(first.key)
      return first
    },
    /** Shows what the service refused, and selects the first such price. */
    refuse: (problems: ServerProblems) => {
      setRefused(problems)
      const first = drafts.find(({ key }) => problems.has(key))
      if (first !== undefined) setSelected(first.key)
    },
    change: (draft: Draft) => {
      setDrafts(drafts.map((one) => (one.key === draft.key ? draft : one)))
      // The service's messages described the previous values.
      setRefused(new Map([...refused].filter(([key]) => key !== draft.key)))
    },
    add: () => {
      const draft = newDraft()
      setDrafts([...drafts, draft])
      setSelected(draft.key)
      setAll(false)
      return draft
    },
    /** Begins with the prices of a starting point. */
    begin: (beginning: readonly Draft[]) => {
      setDrafts(beginning)
      setSelected(firstOf(beginning)?.key)
      setAll(false)
    },
    remove: (key: string) => {
      setDrafts(drafts.filter((one) => one.key !== key))
      setSaved(saved.filter((one) => one.key !== key))
    },
    discard: () => {
      setDrafts(saved)
      setAll(false)
      setRefused(NOTHING)
    },
    /** Takes over what the service stored, in the order that was sent. */
    store: (sent: readonly Draft[], stored: readonly PricingStrategy[]) => {
      const byKey = new Map(
        sent.flatMap(({ key }, index) => {
          const strategy = stored[index]
          return strategy === undefined ? [] : [[key, { ...draftOf(strategy), key }] as const]
        }),
      )
      const after = drafts.map((draft) => byKey.get(draft.key) ?? draft)
      setDrafts(after)
      setSaved(after)
      setAll(false)
      setRefused(NOTHING)
    },
  }
}

/** Prefers a usage price, which has the most to preview. */
const firstOf = (drafts: readonly Draft[]) => drafts.find(({ kind }) => isUsage(kind)) ?? drafts[0]

export type Drafts = ReturnType<typeof useDrafts>
