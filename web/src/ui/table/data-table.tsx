import { Skeleton, Table } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useRowKeys } from '../keyboard/use-row-keys.ts'
import { Problem } from '../states/problem.tsx'
import { useDelayed } from '../states/use-delayed.ts'
import { useIsPhone } from '../theme/use-is-phone.ts'
import type { Column } from './column.ts'
import { columnStyles } from './column-style.ts'
import { shownColumns } from './columns/column-choice.ts'
import classes from './data-table.module.css'
import { SortHead } from './sort-head.tsx'

/** A page of rows as the API returns it; long lists have no total. */
type Rows<Row> = { results: Row[]; totalResults?: number }

type Props<Row> = {
  /** Accessible name of the rows, such as "API keys". */
  name: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** Columns that the person has hidden. */
  hidden?: ReadonlySet<string>
  query: {
    data: Rows<Row> | undefined
    error: Error | null
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** Current sort order, such as `-createdAt`, and how to change it. */
  sort?: string
  onSort?: (sort: string) => void
  /** Key of the row that is open next to the list. */
  openRow?: string | undefined
  /** Navigation to other pages. */
  pages: ReactNode
  /** Shown without rows: nothing exists yet, or nothing matches. */
  empty: ReactNode
}

const NONE: ReadonlySet<string> = new Set()

/** A list that the server paginates and sorts, controlled by the URL. */
export function DataTable<Row>({ name, columns: all, query, ...props }: Props<Row>) {
  const isPhone = useIsPhone()
  const columns = shownColumns(all, props.hidden ?? NONE).filter(
    ({ isOffPhone }) => !(isPhone && isOffPhone),
  )
  const styles = columnStyles(columns)
  const { data, error, isFetching, isPlaceholderData } = query
  const body = useRef<HTMLTableSectionElement>(null)
  useRowKeys(body, props.openRow !== undefined)
  const isOld = useDelayed(isFetching && (isPlaceholderData || data !== undefined))
  if (data === undefined && error !== null) {
    return <Problem error={error} onRetry={() => void query.refetch()} />
  }
  const hasNone = data !== undefined && data.results.length === 0
  // A page after the last one is empty, too, but the list is not.
  if (hasNone && (data.totalResults ?? 0) === 0) return props.empty
  return (
    <div className={classes.frame} data-old={isOld} aria-busy={isFetching}>
      {error !== null && <Problem error={error} onRetry={() => void query.refetch()} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll it */}
      <section className={classes.scroll} aria-label={name} tabIndex={0}>
        <Table className={classes.table} highlightOnHover>
          <Table.Thead className={classes.head}>
            <Table.Tr>
              {columns.map((column, index) => (
                <SortHead
                  key={column.header}
                  column={column}
                  style={styles[index]}
                  sort={props.sort}
                  onSort={props.onSort}
                />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body}>
            {data === undefined ? (
              <SkeletonRows columns={columns.length} />
            ) : hasNone ? (
              <Table.Tr>
                <Table.Td colSpan={columns.length} ta="center" c="dimmed">
                  This page is after the last one.
                </Table.Td>
              </Table.Tr>
            ) : (
              data.results.map((row) => (
                <Table.Tr
                  key={props.rowKey(row)}
                  data-row
                  data-row-key={props.rowKey(row)}
                  data-open={props.rowKey(row) === props.openRow}
                  tabIndex={-1}
                >
                  {columns.map((column, index) => (
                    <Table.Td
                      key={column.header}
                      data-figure={column.isFigure}
                      data-share={column.share !== undefined}
                      style={styles[index]}
                    >
                      {column.cell(row)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))
            )}
          </Table.Tbody>
        </Table>
      </section>
      {props.pages}
    </div>
  )
}

const SKELETON_ROWS = Array.from({ length: 8 }, (_, index) => index)

function SkeletonRows({ columns }: { columns: number }) {
  const isShown = useDelayed(true)
  return SKELETON_ROWS.map((row) => (
    <Table.Tr key={row}>
      <Table.Td colSpan={columns}>
        <Skeleton height={16} visible={isShown} />
      </Table.Td>
    </Table.Tr>
  ))
}
