import { Group } from '@mantine/core'
import { formatCount } from '../values/money.ts'
import { PageButtons } from './page-buttons.tsx'

type Props = {
  /** What the rows are, such as "Prices". */
  name: string
  /** Number of rows of all pages. */
  total: number
  /** Rows of a page. */
  size: number
  /** Number of the page; the first is 0. */
  page: number
  onPage: (page: number) => void
}

/** Navigation between pages of rows that are all loaded. A single page needs none. */
export function RowPages({ name, total, size, page, onPage }: Props) {
  if (total <= size) return null
  const last = Math.min((page + 1) * size, total)
  return (
    <Group justify="space-between" role="group" aria-label={`Pages of ${name}`}>
      <span role="status">
        {formatCount(page * size + 1)}–{formatCount(last)} of {formatCount(total)}
      </span>
      <Group gap={8}>
        <PageButtons
          previous={page > 0 ? () => onPage(page - 1) : undefined}
          next={last < total ? () => onPage(page + 1) : undefined}
        />
      </Group>
    </Group>
  )
}
