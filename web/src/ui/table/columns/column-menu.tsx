import { Button, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useIsPhone } from '../../theme/use-is-phone.ts'
import type { Column } from '../column.ts'
import { type ColumnChoice, isHideable, toggled } from './column-choice.ts'

type Props<Row> = { columns: readonly Column<Row>[]; choice: ColumnChoice }

const NO_COLUMNS: ReadonlySet<string> = new Set()

/** Chooses the columns of a list. A phone shows only the most important ones anyway. */
export function ColumnMenu<Row>({ columns, choice: { hidden, onChange } }: Props<Row>) {
  const isPhone = useIsPhone()
  if (isPhone) return null
  const listed = columns.filter(({ isHeaderHidden }) => isHeaderHidden !== true)
  const count = listed.filter((one) => isHideable(one) && hidden.has(one.header)).length
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px={8}
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          {count === 0 ? 'Columns' : `Columns (${count} hidden)`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {listed.map((column) => (
          <Menu.CheckboxItem
            key={column.header}
            checked={!isHideable(column) || !hidden.has(column.header)}
            disabled={!isHideable(column)}
            onChange={() => onChange(toggled(hidden, column.header))}
          >
            {column.header}
          </Menu.CheckboxItem>
        ))}
        {count > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onChange(NO_COLUMNS)}>Show all</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
