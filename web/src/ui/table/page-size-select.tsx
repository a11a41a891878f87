import { NativeSelect } from '@mantine/core'
import { PAGE_SIZES, type PageSize, setPreference } from '../preferences/preferences.ts'

type Props = { limit: PageSize; onLimit: (limit: PageSize) => void }

/** How many rows a page has; what is chosen is so in the next list, too. */
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
