import { Centered } from '../../ui/layout/centered.tsx'
import { Problem } from '../../ui/states/problem.tsx'

/** Shown while the service is unavailable and the account is unknown. */
export function Unavailable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Centered title="Your account cannot be loaded">
      <Problem error={error} onRetry={onRetry} />
    </Centered>
  )
}
