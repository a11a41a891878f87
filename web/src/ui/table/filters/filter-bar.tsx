import { Anchor, Box, Button, Group, Pill } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useIsPhone } from '../../theme/use-is-phone.ts'

const FilterSheet = lazy(() => import('./filter-sheet.tsx'))

/** An active filter in words, with a function that removes it. */
export type Chip = { label: string; onRemove: () => void }

type Props = {
  /** The search field, which stays visible on a phone. */
  search?: ReactNode
  children: ReactNode
  chips: readonly Chip[]
  onClear: () => void
  /** Puts the filters behind a button on a phone, where many of them fill the screen. */
  isSheetOnPhone?: boolean
}

/** Filters of a list; each active filter is shown as a chip. */
export function FilterBar({ search, children, chips, onClear, isSheetOnPhone = false }: Props) {
  const isPhone = useIsPhone()
  return (
    <>
      {isSheetOnPhone && isPhone ? (
        <Group gap="sm" wrap="nowrap">
          {search && <Box flex={1}>{search}</Box>}
          <SheetButton>{children}</SheetButton>
        </Group>
      ) : (
        <Group gap="sm" align="flex-end">
          {search}
          {children}
        </Group>
      )}
      {chips.length > 0 && (
        <Group gap={6}>
          {chips.map(({ label, onRemove }) => (
            <Pill
              key={label}
              withRemoveButton
              onRemove={onRemove}
              removeButtonProps={{
                'aria-label': `Remove filter ${label}`,
                'aria-hidden': false,
                tabIndex: 0,
              }}
            >
              {label}
            </Pill>
          ))}
          <Anchor component="button" type="button" size="xs" onClick={onClear}>
            Clear filters
          </Anchor>
        </Group>
      )}
    </>
  )
}

function SheetButton({ children }: { children: ReactNode }) {
  const [isOpen, sheet] = useDisclosure()
  return (
    <>
      <Button
        variant="default"
        flex="none"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={sheet.open}
      >
        Filters
      </Button>
      <Suspense>{isOpen && <FilterSheet onClose={sheet.close}>{children}</FilterSheet>}</Suspense>
    </>
  )
}
