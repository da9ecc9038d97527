/** A field to choose a file, with its label, its hint, and the fault of the file. */
export function FileField(props: {
  id: string;
  label: string;
  hint: string;
  accept: string;
  fault?: string;
  onChoose: (file: File | null) => void;
}) {
  const { id, fault } = props;
  return (
    <>
      <label for={id}>{props.label}</label>
      <p class="hint" id={`${id}-hint`}>
        {props.hint}
      </p>
      {fault && (
        <p class="fault" role="alert" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      <input
        id={id}
        type="file"
        accept={props.accept}
        aria-describedby={fault ? `${id}-hint ${id}-fault` : `${id}-hint`}
        onChange={({ currentTarget }) => props.onChoose(currentTarget.files?.[0] ?? null)}
      />
    </>
  );
}
