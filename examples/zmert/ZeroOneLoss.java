import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * METEOR for Z-MERT, computed by bolide: see docs/tuning.md.
 *
 * Z-MERT's table of metrics is compiled in. A class by the name of the metric 01LOSS that comes before zmert.jar on the class path
 * takes its place, so that nothing of Z-MERT is edited.
 */
public class ZeroOneLoss extends EvaluationMetric {
  private static final String COMMAND =
      System.getProperty("bolide", "bolide java --stdio-dialect cmu - - -stdio -lower -t tune -l en");

  private static final int CHUNKS = 20, MATCHED = 21;

  private PrintStream requests;
  private BufferedReader answers;

  public ZeroOneLoss(String[] options) {
    initialize();
  }

  protected void initialize() {
    metricName = "METEOR";
    toBeMinimized = false;
    suffStatsCount = 23;
    try {
      Process bolide =
          new ProcessBuilder(COMMAND.split("\\s+")).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      requests = new PrintStream(new BufferedOutputStream(bolide.getOutputStream()), false, "UTF-8");
      answers = new BufferedReader(new InputStreamReader(bolide.getInputStream(), StandardCharsets.UTF_8));
    } catch (IOException error) {
      throw new UncheckedIOException("cannot start bolide: give its path with -Dbolide='/path/to/bolide java …'", error);
    }
  }

  public double bestPossibleScore() {
    return 1.0;
  }

  public double worstPossibleScore() {
    return 0.0;
  }

  /** Returns the statistics of a candidate beside the references of segment i, the best of which bolide takes. */
  public int[] suffStats(String candidate, int i) {
    String references = Arrays.stream(refSentences[i]).map(ZeroOneLoss::field).collect(Collectors.joining(" ||| "));
    int[] stats = Arrays.stream(ask("SCORE ||| " + references + " ||| " + field(candidate)).split(" "))
        .mapToInt(number -> (int) Double.parseDouble(number))
        .toArray();
    // A segment that is matched whole in one chunk has no penalty, and adds no chunk to the score of a corpus.
    if (stats[CHUNKS] == 1 && stats[MATCHED] == stats[0] && stats[MATCHED + 1] == stats[1]) {
      stats[CHUNKS] = 0;
    }
    return stats;
  }

  /** Returns the score of statistics, which may be a sum over segments. */
  public double score(int[] stats) {
    return Double.parseDouble(
        ask("EVAL ||| " + Arrays.stream(stats).mapToObj(String::valueOf).collect(Collectors.joining(" "))));
  }

  public void printDetailedScore_fromStats(int[] stats, boolean oneLiner) {
    System.out.println(metricName + " = " + f4.format(score(stats)));
  }

  private static String field(String text) {
    return text.replace("|||", " ").replace('\n', ' ');
  }

  private String ask(String request) {
    try {
      requests.print(request + "\n");
      requests.flush();
      String answer = answers.readLine();
      if (answer == null || answer.startsWith("Error")) {
        throw new IOException(answer == null ? "bolide ended: its last message says why" : answer);
      }
      return answer;
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }
}
