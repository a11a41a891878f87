import { Button } from '@mantine/core'
import { Empty } from '../states/empty.tsx'

/** There are rows, but the filters leave none. */
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
      Nothing has all of what the filters ask for.
    </Empty>
  )
}
