import { Stack } from '@mantine/core'
import { Empty } from '../../ui/states/empty.tsx'
import { RecordCommand } from '../first-event/record-command.tsx'
import { NO_CUSTOMERS } from './customer-texts.ts'

export default function NoCustomers() {
  return (
    <Stack gap={0} maw={640} mx="auto" w="100%">
      <Empty title="No customers yet">{NO_CUSTOMERS}</Empty>
      <RecordCommand />
    </Stack>
  )
}
