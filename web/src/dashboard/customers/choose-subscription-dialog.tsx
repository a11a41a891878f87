import { Button, Stack } from '@mantine/core'
import type { Subscription } from '../../api/api.gen.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

type Props = {
  subscriptions: readonly Subscription[]
  onChoose: (subscriptionId: string) => void
  onClose: () => void
}

/** Which of the subscriptions of a customer is meant. */
export default function ChooseSubscriptionDialog({ subscriptions, onChoose, onClose }: Props) {
  return (
    <Dialog title="Of which subscription?" isOpen onClose={onClose}>
      <Stack gap="xs">
        {subscriptions.map(({ id, name, planName }) => (
          <Button
            key={id}
            variant="default"
            justify="flex-start"
            size="sm"
            onClick={() => onChoose(id)}
          >
            {name}, {planName}
          </Button>
        ))}
      </Stack>
    </Dialog>
  )
}
