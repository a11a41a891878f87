import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PortalOutcome } from '../../api/api-types.ts'
import { portalOutcomeQuery } from '../../api/portal.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Evidence } from '../../ui/values/evidence.tsx'
import { quantityInWords } from '../../ui/values/quantity-in-words.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { AskToReject } from './ask-to-reject.tsx'
import { OutcomeRequest } from './outcome-request.tsx'

const HEIGHT = 240

type Props = { eventId: string; onClose: () => void }

/** An outcome: its evidence, what the customer asked about it, and the way to ask. */
export default function OutcomeDialog({ eventId, onClose }: Props) {
  const query = useQuery(portalOutcomeQuery(eventId))
  return (
    <Dialog title={query.data?.signalName ?? 'Outcome'} isOpen onClose={onClose}>
      <Loaded query={query} height={HEIGHT}>
        {(outcome) => (
          <Stack gap="md" style={{ overflowWrap: 'anywhere' }}>
            <Facts facts={factsOf(outcome)} />
            {outcome.rejectionRequests.map((request) => (
              <OutcomeRequest key={request.id} request={request} />
            ))}
            <AskToReject outcome={outcome} />
          </Stack>
        )}
      </Loaded>
    </Dialog>
  )
}

function factsOf(outcome: PortalOutcome) {
  const { usageDate, agentName, runId, voidedAt, evidenceUrl, evidence } = outcome
  const hasEvidence = evidenceUrl !== null || evidence !== null
  return [
    ['Date', <Timestamp key="d" at={usageDate} />],
    ['Done by', agentName],
    ['Units', voidedAt === null ? quantityInWords(outcome) : 'Void'],
    ...(runId === null ? [] : [['Run', runId] as const]),
    ['Evidence', hasEvidence ? <Evidence key="e" {...{ evidenceUrl, evidence }} /> : '–'],
  ] as const
}
