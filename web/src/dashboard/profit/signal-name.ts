type Row = { signalId: string | null; signalName: string | null; agentName: string | null }

/** Returns the name of a signal, with its agent if another listed signal has the same name. */
export function signalNameIn(rows: readonly Row[], { signalId, signalName, agentName }: Row) {
  const isShared = rows.some(
    (other) => other.signalName === signalName && other.signalId !== signalId,
  )
  return signalName !== null && isShared ? `${signalName} (${agentName})` : signalName
}
