import { Text } from '@mantine/core'
import { Centered } from '../ui/layout/centered.tsx'

/** What a customer sees who came without a link of the company that bills him. */
export function LinkNeeded() {
  return (
    <Centered title="You need a link to see your bills">
      <Text>
        This page opens with a personal link. Ask the company that sends your invoices for one; to
        pay an invoice, use the button in its e-mail.
      </Text>
    </Centered>
  )
}
