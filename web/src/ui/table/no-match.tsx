import { Button } from '@mantine/core'
import { Empty } from '../states/empty.tsx'

/** Shown if there are rows, but none match the filters. */
export function NoMatch({ what, onClear }: { what: string; onClear: () => void }) {
  return (
    <Empty
      title={`No ${what} match`}
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      No result matches all filters.
    </Empty>
  )
}
