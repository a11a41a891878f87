import { NativeSelect } from '@mantine/core'
import { PAGE_SIZES, type PageSize, setPreference } from '../preferences/preferences.ts'

type Props = { limit: PageSize; onLimit: (limit: PageSize) => void }

/** Number of rows per page; the choice also applies to other lists. */
export function PageSizeSelect({ limit, onLimit }: Props) {
  return (
    <NativeSelect
      aria-label="Rows per page"
      size="xs"
      value={String(limit)}
      data={PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} rows` }))}
      onChange={(event) => {
        const chosen = PAGE_SIZES.find((size) => String(size) === event.currentTarget.value)
        if (chosen === undefined) return
        setPreference('pageSize', chosen)
        onLimit(chosen)
      }}
    />
  )
}
