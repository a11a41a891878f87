import { lazy, Suspense } from 'react'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import type { SubjectProps } from './subject.ts'

/** Loaded lazily: the pages that show it have much else to load. */
const MarginPanel = lazy(() => import('./margin-panel.tsx'))

/** Revenue and cost by signal, fee and model, and why they changed. */
export function WhereItGoes(props: SubjectProps) {
  return (
    <Suspense fallback={<LinesSkeleton lines={6} />}>
      <MarginPanel {...props} />
    </Suspense>
  )
}
