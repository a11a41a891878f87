import type { ErrorComponentProps } from '@tanstack/react-router'
import { Centered } from '../layout/centered.tsx'
import { Problem } from './problem.tsx'

/** A page that cannot be shown at all. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <Centered title="This page could not be loaded">
      <Problem error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
    </Centered>
  )
}
