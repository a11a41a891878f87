import type { ErrorComponentProps } from '@tanstack/react-router'
import { Problem } from '../states/problem.tsx'
import { Centered } from './centered.tsx'

/** Shown if a page cannot be displayed at all. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <Centered title="This page could not be loaded">
      <Problem error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
    </Centered>
  )
}
