import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Days } from '../../../api/figures.ts'
import type { Opening } from '../../../ui/charts/series.ts'
import { bucketDays, groupingOf } from '../../figures/grouping.ts'
import type { EarnedOf } from './earned-of.ts'

/** Loaded lazily: most visits do not open a day. */
const EarnedDialog = lazy(() => import('./earned-dialog.tsx'))

/** Opens what a point of earnings consists of, in a dialog. */
export function useEarnedDay(
  days: Days,
  of: EarnedOf = {},
): { onOpen: Opening; dialog: ReactNode } {
  const [opened, setOpened] = useState<Days>()
  return {
    onOpen: {
      open: (at) => setOpened(bucketDays(at, groupingOf(days), days)),
      hint: 'Click to see what it consists of',
    },
    dialog: opened && (
      <Suspense>
        <EarnedDialog days={opened} of={of} onClose={() => setOpened(undefined)} />
      </Suspense>
    ),
  }
}
