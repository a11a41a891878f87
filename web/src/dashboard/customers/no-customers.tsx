import { Stack } from '@mantine/core'
import { Empty } from '../../ui/states/empty.tsx'
import { CopyText } from '../../ui/values/copy-text.tsx'
import { NO_CUSTOMERS } from './customer-texts.ts'

const RECORD = {
  customerExternalId: 'acme',
  agentCode: 'support-agent',
  signalName: 'ticket-resolved',
  quantity: 1,
}

/** A command to paste. It contains no key, because a key is shown only once, when it is created. */
const lineOf = (origin: string) =>
  [
    `curl ${origin}/v1/usage/record`,
    "-H 'x-api-key: YOUR_KEY' -H 'content-type: application/json'",
    `-d '${JSON.stringify({ records: [RECORD] })}'`,
  ].join(' \\\n  ')

export function NoCustomers() {
  return (
    <Stack gap={0} maw={640} mx="auto" w="100%">
      <Empty title="No customers yet">{NO_CUSTOMERS}</Empty>
      <CopyText text={lineOf(location.origin)} label="Copy the command" isBlock />
    </Stack>
  )
}
