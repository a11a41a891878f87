import { Group } from '@mantine/core'
import { PageButtons } from '../layout/page-buttons.tsx'
import type { PageSize } from '../preferences/preferences.ts'
import classes from './data-table.module.css'
import { PageSizeSelect } from './page-size-select.tsx'

type Props = {
  limit: PageSize
  previous: string | null
  next: string | null
  onCursor: (cursor: string) => void
  onLimit: (limit: PageSize) => void
}

/** Navigation for a list that is too long to be counted. */
export function CursorPages({ limit, previous, next, onCursor, onLimit }: Props) {
  const go = (cursor: string | null) => (cursor === null ? undefined : () => onCursor(cursor))
  return (
    <Group justify="flex-end" gap={8} className={classes.pages}>
      <PageSizeSelect limit={limit} onLimit={onLimit} />
      <PageButtons previous={go(previous)} next={go(next)} />
    </Group>
  )
}
