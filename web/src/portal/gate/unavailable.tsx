import { Centered } from '../../ui/layout/centered.tsx'
import { Problem } from '../../ui/states/problem.tsx'

/** Nobody can say yet whose account this is: the service is away. */
export function Unavailable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Centered title="Your account cannot be loaded">
      <Problem error={error} onRetry={onRetry} />
    </Centered>
  )
}
