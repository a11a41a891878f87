import { Group } from '@mantine/core'
import { PageButtons } from '../layout/page-buttons.tsx'
import { PAGE_SIZES, type PageSize } from '../preferences/preferences.ts'
import { formatCount } from '../values/money.ts'
import classes from './data-table.module.css'
import { PageSizeSelect } from './page-size-select.tsx'

const [SMALLEST] = PAGE_SIZES

type Props = {
  /** A page as the API returned it. */
  list: { results: readonly unknown[]; totalResults: number }
  page: number
  limit: PageSize
  onPage: (page: number) => void
  onLimit: (limit: PageSize) => void
}

/** Shows the range of rows and their total, with navigation to other pages. */
export function Pages({ list: { results, totalResults }, page, limit, onPage, onLimit }: Props) {
  const before = (page - 1) * limit
  const last = before + results.length
  const lastPage = Math.max(1, Math.ceil(totalResults / limit))
  const range =
    results.length === 0 ? 'None on this page' : `${formatCount(before + 1)}–${formatCount(last)}`
  return (
    <Group justify="space-between" className={classes.pages}>
      <span role="status">
        {range} of {formatCount(totalResults)}
      </span>
      {/* A single page needs no controls. */}
      {totalResults > SMALLEST && (
        <Group gap={8}>
          <PageSizeSelect limit={limit} onLimit={onLimit} />
          <PageButtons
            previous={page > 1 ? () => onPage(Math.min(page - 1, lastPage)) : undefined}
            next={results.length > 0 && last < totalResults ? () => onPage(page + 1) : undefined}
          />
        </Group>
      )}
    </Group>
  )
}
